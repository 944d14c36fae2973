import type { PlatformLimits } from '@hermes/core/platform'

const megabyte = 2 ** 20

/** Servers commonly accept mail of 25 MB, and base64 adds a third to a file. */
export const emailLimits: PlatformLimits = {
  text: { max: 50_000, unit: 'utf16' },
  canHideIds: true,
  formatting: 'markdown',
  streaming: 'final',
  isOpen: true,
  hasSubjects: true,
  media: {
    maxInBytes: 25 * megabyte,
    maxOutBytes: 18 * megabyte,
    caption: { max: 50_000, unit: 'utf16' },
  },
}
