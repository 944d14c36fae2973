import type { PlatformLimits } from '@hermes/core/platform'

/**
 * An event takes 65,536 bytes, and an edit has its text twice. `media` is what Synapse takes by default. Buttons are reactions of the agent
 * that a person adds to.
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
