// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@Suite struct CodedSequenceTests {
    private func unit(_ number: Int, bytes: Int = 1) -> Frame {
        Frame(
            copying: [UInt8](repeating: 0, count: bytes),
            layout: FrameLayout(
                format: .h264, size: PixelSize(width: 64, height: 48), bytesPerLine: 0, color: .video),
            sequence: UInt32(number), arrival: MonotonicTime(nanoseconds: Int64(number)))
    }

    private func group(_ numbers: Range<Int>) -> [CodedPicture] {
        let group = CodedGroup()
        return numbers.map { group.append(unit($0)) }
    }

    private func numbers(_ units: [Frame]?) -> [Int]? { units?.map { Int($0.sequence) } }

    @Test func recordingMemoryFitsTheFirstPicture() {
        let pictures = group(0..<5)
        #expect(numbers(CodedSequence.beginning(of: pictures[3])) == [0, 1, 2])
        #expect(numbers(CodedSequence.beginning(of: pictures[0])) == [])
        var sequence = CodedSequence(after: pictures[3])
        #expect(numbers(sequence.next(pictures[4])) == [4])
    }

    @Test func metadataWithoutAFrameIsKept() {
        let (first, second) = (group(0..<6), group(6..<10))
        var sequence = CodedSequence(after: first[1])
        #expect(numbers(sequence.next(first[3])) == [2, 3])
        #expect(numbers(sequence.next(first[3])) == [])
        #expect(numbers(sequence.next(second[1])) == [4, 5, 6, 7])
    }

    @Test func afterAnInterruptionAKeyPictureComesFirst() {
        let (first, second) = (group(0..<6), group(6..<10))
        var sequence = CodedSequence(after: first[1])
        sequence.interrupt()
        #expect(numbers(sequence.next(second[2])) == [6, 7, 8])
    }

    @Test func memoryIsBounded() {
        let group = CodedGroup()
        let pictures = (0..<20).map { group.append(unit($0, bytes: 1 << 20)) }
        #expect(CodedSequence.beginning(of: pictures[16])?.count == 16)
        #expect(CodedSequence.beginning(of: pictures[18]) == nil)
        // A running recording continues, and one that missed a picture waits for a key picture.
        var sequence = CodedSequence(after: pictures[17])
        #expect(numbers(sequence.next(pictures[18])) == [18])
        sequence = CodedSequence(after: pictures[16])
        #expect(numbers(sequence.next(pictures[18])) == [])
        #expect(numbers(sequence.next(self.group(30..<31)[0])) == [30])
    }
}
