internal import GLibBridge

enum Usage {
    static var text: String {
        tr(
            "Usage: tintype [OPTION…]\n\nTakes photos with your camera. Without options it opens the window.\n\nOptions:\n  --camera=CAMERA   use this camera: an id, a node, or “test” for the test scene\n  --list-cameras    list the cameras, without opening any that is not allowed;\n                    with -v also how each can be focused on a point\n  --shoot[=FILE]    take one photo without a window and print where it is\n  --focus=X,Y       focus there before the photo; 0.5,0.5 is the middle\n  --doctor          find out what is wrong and say what to do about it; without\n                    permission no camera is touched; with --json for machines\n\nPermissions:\n  --allow-camera       record that Tintype may use the camera\n  --deny-camera        record that it may not\n  --reset-permissions  forget both, so that the questions are asked again\n  --permissions        print what is allowed\n\nOther:\n  --version         print the version\n  --help            print this"
        )
    }
}
