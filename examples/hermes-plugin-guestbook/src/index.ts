import { join } from 'node:path'
import { definePlugin } from '@hermes/core/extension'
import * as z from 'zod'
import { createGuestbookPlugin } from './plugin.js'

export { createGuestbookPlugin, type GuestbookOptions } from './plugin.js'

/** Named in a config file: `plugins: [{ use: hermes-plugin-guestbook, host: Ada }]`. */
export default definePlugin({
  id: 'guestbook',
  options: z.strictObject({ host: z.string().default('Hermes') }),
  capabilities: ['home'],
  create: ({ host }, { folders }) => createGuestbookPlugin({ host, file: join(folders.home, 'guestbook.txt') }),
})
