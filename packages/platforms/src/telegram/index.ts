import { definePlatform } from '@hermes/core/extension'
import { createTelegram } from './create-telegram.js'
import { telegramOptions } from './telegram-options.js'

export { createTelegram, type TelegramServices } from './create-telegram.js'
export { type TelegramOptions, telegramOptions } from './telegram-options.js'

export default definePlatform({
  id: 'telegram',
  options: telegramOptions,
  create: createTelegram,
})
