// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

struct AssistantTests {
    private func positions(_ grid: CompositionGrid, _ ratio: Double, vertical: Bool) -> [Double] {
        grid.lines(ratio: ratio).filter { $0.isVertical == vertical }.map(\.position)
    }

    @Test func thirdsAndTheGoldenSectionDivideBothSides() {
        for grid in [CompositionGrid.thirds, .golden] {
            #expect(positions(grid, 1.7, vertical: true).count == 2)
            #expect(positions(grid, 1.7, vertical: true) == positions(grid, 1.7, vertical: false))
        }
        let golden = positions(.golden, 1, vertical: true)
        #expect(abs(golden[0] / golden[1] - golden[1]) < 1e-5)
    }

    @Test(arguments: [16.0 / 9, 4.0 / 3, 1, 9.0 / 16])
    func squaresAreSquareAndInTheMiddle(_ ratio: Double) {
        let across = positions(.square, ratio, vertical: true)
        let down = positions(.square, ratio, vertical: false)
        #expect(abs((across[1] - across[0]) * ratio - (down[1] - down[0])) < 1e-9)
        #expect(across.contains(0.5) && down.contains(0.5))
        #expect((across + down).allSatisfy { $0 > 0 && $0 < 1 })
    }

    @Test func gridThatIsOffOrUnknownHasNoLines() {
        #expect(CompositionGrid.off.lines(ratio: 1).isEmpty)
        #expect(CompositionGrid.square.lines(ratio: .nan).isEmpty)
        #expect(CompositionGrid.square.lines(ratio: 0).isEmpty)
    }

    @Test func histogramIgnoresAPeakOfBlack() {
        var bins = [UInt32](repeating: 10, count: Histogram.binCount)
        bins[0] = 1000
        let heights = Histogram.heights(of: bins)
        #expect(heights[0] == 1 && heights[1] > 0.05)
        #expect(Histogram.heights(of: [0, 0, 0]) == [0, 0, 0])
    }
}
