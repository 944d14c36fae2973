import type { PlatformLimits } from '@hermes/core/platform'

/** Documented limits of the Bot API. The intervals are what its FAQ advises for one chat. */
export const telegramLimits: PlatformLimits = {
  text: { max: 4096, unit: 'utf16' },
  formatting: 'markdown',
  streaming: 'edit',
  editIntervalMs: 1000,
  sendIntervalMs: 50,
  canHideIds: true,
  buttons: { max: 100, maxValueBytes: 64 },
  media: {
    maxInBytes: 20 * 2 ** 20,
    maxOutBytes: 50 * 2 ** 20,
    caption: { max: 1024, unit: 'utf16' },
  },
}
