import * as z from 'zod'

/** The address of Telegram's own server. */
export const publicApiRoot = 'https://api.telegram.org'

/** The settings of Telegram. */
export const telegramOptions = z
  .strictObject({
    token: z
      .string()
      .regex(/^\d+:[\w-]+$/, 'must be a token from @BotFather, like 123456:ABC')
      .meta({
        description: 'The token of the bot, from @BotFather. Better kept in .env.',
        format: 'password',
        source: 'Write to @BotFather on Telegram, send /newbot, and copy the token of the new bot.',
        variable: 'TELEGRAM_BOT_TOKEN',
      }),
    api_root: z
      .url({ protocol: /^https?$/ })
      .default(publicApiRoot)
      .describe('The address of the Bot API server. One of your own with --local takes files of up to 2000 MB.'),
    webhook_url: z
      .url({ protocol: /^https$/ })
      .optional()
      .describe('The public address of the webhook. Default: long polling.'),
    webhook_secret: z
      .string()
      .regex(/^[\w-]{16,256}$/, 'must have 16 to 256 letters, digits, _ or -')
      .optional()
      .meta({
        description: 'The secret that Telegram sends to the webhook. Required with webhook_url.',
        format: 'password',
      }),
    poll_seconds: z.int().min(0).max(50).default(25).describe('How long one request waits for messages.'),
  })
  .meta({
    title: 'Telegram',
    personIds: 'People have numbers such as 123456789; @userinfobot on Telegram tells them theirs.',
    chatIds: 'A direct chat has the number of its person, a group a negative one such as -1001234567890.',
    personPattern: String.raw`^\d+$`,
    chatPattern: String.raw`^(-?\d+|@\w+)(:\d+)?$`,
  })

export type TelegramOptions = z.infer<typeof telegramOptions>
