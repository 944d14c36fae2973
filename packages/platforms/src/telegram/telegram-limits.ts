import type { PlatformLimits } from '@hermes/core/platform'
import { publicApiRoot, type TelegramOptions } from './telegram-options.js'

export type TelegramLimits = PlatformLimits & Required<Pick<PlatformLimits, 'media'>>

/** Documented limits of the Bot API. The intervals are what its FAQ advises for one chat. */
export const telegramLimits: TelegramLimits = {
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

/** The documented size of files for a Bot API server of one's own, both ways. */
const ownServerBytes = 2000 * 2 ** 20

/** Those of a server: one of one's own takes larger files. A server that takes less refuses the file itself. */
export function telegramLimitsOf({ api_root }: Pick<TelegramOptions, 'api_root'>): TelegramLimits {
  if (new URL(api_root).host === new URL(publicApiRoot).host) return telegramLimits
  return {
    ...telegramLimits,
    media: { ...telegramLimits.media, maxInBytes: ownServerBytes, maxOutBytes: ownServerBytes },
  }
}
