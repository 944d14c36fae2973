export type { Checkpoint, Restored } from './checkpoint.js'
export { type CheckpointPluginOptions, checkpointPlugin } from './checkpoint-plugin.js'
export {
  type CheckpointStorage,
  type CheckpointStorageOptions,
  openCheckpointStorage,
  type WorkspaceCheckpoints,
} from './checkpoint-storage.js'
export { type CheckpointLimits, type Checkpoints, type CheckpointsOptions, createCheckpoints } from './checkpoints.js'
