import type { PlatformLimits } from '@hermes/core/platform'
import { publicApiRoot, type TelegramOptions } from './telegram-options.js'

export type TelegramLimits = PlatformLimits & Required<Pick<PlatformLimits, 'media'>>

/** The documented limits of the Bot API. The intervals follow the advice of its FAQ for one chat. */
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

/** The documented file size for a self-hosted Bot API server, in both directions. */
const ownServerBytes = 2000 * 2 ** 20

/**
 * Returns the limits of a server: a self-hosted one accepts larger files. A server that accepts less refuses the file
 * itself.
 */
export function telegramLimitsOf({ api_root }: Pick<TelegramOptions, 'api_root'>): TelegramLimits {
  if (new URL(api_root).host === new URL(publicApiRoot).host) return telegramLimits
  return {
    ...telegramLimits,
    media: { ...telegramLimits.media, maxInBytes: ownServerBytes, maxOutBytes: ownServerBytes },
  }
}
