export type { Checkpoint, Restored } from './checkpoint.js'
export { type CheckpointPluginOptions, checkpointPlugin } from './checkpoint-plugin.js'
export { type CheckpointLimits, type Checkpoints, type CheckpointsOptions, createCheckpoints } from './checkpoints.js'
