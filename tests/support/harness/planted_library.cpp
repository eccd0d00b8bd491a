// This library must not be loaded from the current folder.
extern "C" int planted() {
    return 1;
}
