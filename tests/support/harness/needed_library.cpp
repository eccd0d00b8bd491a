// What searched_library.cpp needs.
__declspec(dllexport) int needed() {
    return 2;
}
