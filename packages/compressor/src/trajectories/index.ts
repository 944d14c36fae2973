export { type CompressedLine, type CompressLinesOptions, compressLines, type TrajectoryLine } from './compress-lines.js'
export {
  type CompressedMessages,
  createTrajectoryCompressor,
  type TrajectoryCompressor,
  type TrajectoryCompressorOptions,
} from './compress-trajectory.js'
export { readTrajectory } from './read-trajectory.js'
export type { Trajectory } from './record.js'
