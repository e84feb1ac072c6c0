internal import CGtk
internal import CShims
internal import GLibBridge

/// A photo that was opened, so that its bytes can be saved elsewhere even after its file was moved or deleted.
final class HeldPhoto {
    let path: String
    private let stream: ObjectRef

    /// - Parameter stream: an input stream; its reference is taken over.
    private init(path: String, adopting stream: OpaquePointer) {
        self.path = path
        self.stream = ObjectRef(adopting: stream)
    }

    /// - Returns: nil where it can't be opened.
    static func open(_ path: String) async -> HeldPhoto? {
        let file = g_file_new_for_path(path)
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        let stream = try? await gioAsync { cancellable, ready, data in
            g_file_read_async(file, G_PRIORITY_LOW, cancellable, ready, data)
        } finish: { (_, result) throws(GLibError) in
            var error: UnsafeMutablePointer<GError>?
            guard let stream = g_file_read_finish(file, result, &error) else {
                throw GLibError(adopting: error)
            }
            return UInt(bitPattern: stream)
        }
        return stream.flatMap { OpaquePointer(bitPattern: $0) }.map { HeldPhoto(path: path, adopting: $0) }
    }

    /// Copies the photo to where the person wants it; replaces what is there, which the file dialog asked about.
    func copy(to target: String) async throws(GLibError) {
        do throws(GLibError) {
            try await PhotoFile.copy(path, to: target)
        } catch {
            let descriptor = tt_stream_descriptor(stream.raw.untyped)
            guard descriptor >= 0 else { throw error }
            // The file is gone; its bytes are not.
            try await PhotoFile.copy("/proc/self/fd/\(descriptor)", to: target)
        }
    }
}
