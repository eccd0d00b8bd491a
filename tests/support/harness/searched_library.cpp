// This library is found in a folder of PATH, and the one that it needs in its own folder.
__declspec(dllimport) int needed();
extern "C" __declspec(dllexport) int searched() {
    return needed();
}
