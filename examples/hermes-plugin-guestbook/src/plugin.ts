import type { Plugin } from '@hermes/core'
import { openGuestbook } from './guestbook.js'
import { guestbookTools } from './tools.js'

export interface GuestbookOptions {
  /** Absolute. Created with the first entry. */
  readonly file: string
  /** The owner of the book, named in the prompt. */
  readonly host: string
}

export function createGuestbookPlugin({ file, host }: GuestbookOptions): Plugin {
  const guestbook = openGuestbook(file)
  return {
    name: 'guestbook',
    tools: guestbookTools(guestbook),
    promptSections: [{ id: 'guestbook', content: `This is the house of ${host}, which keeps a guest book.` }],
    commands: [
      {
        name: 'guestbook',
        description: 'show the newest entries of the guest book',
        run: async () => (await guestbook.read()).slice(-10).join('\n') || 'There are no entries yet.',
      },
    ],
  }
}
