import type { PlatformLimits } from '@hermes/core/platform'

/**
 * The limits of Matrix. An event may have 65,536 bytes, and an edit contains its text twice. `media` is what Synapse accepts by default.
 * Buttons are reactions of the agent that a person adds to.
 */
export const matrixLimits: PlatformLimits = {
  text: { max: 15_000, unit: 'bytes' },
  canHideIds: true,
  formatting: 'markdown',
  streaming: 'edit',
  editIntervalMs: 1500,
  isIdempotent: true,
  buttons: { max: 10, maxValueBytes: 64 },
  media: {
    maxInBytes: 50 * 2 ** 20,
    maxOutBytes: 50 * 2 ** 20,
    caption: { max: 15_000, unit: 'bytes' },
  },
}
