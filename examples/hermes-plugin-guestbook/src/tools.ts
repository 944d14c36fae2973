import { defineTool, type Tool } from '@hermes/core'
import * as z from 'zod'
import type { Guestbook } from './guestbook.js'

/** Reading is free; signing is a thing that cannot be taken back, so that a person is asked about it. */
export function guestbookTools(guestbook: Guestbook): readonly Tool[] {
  return [
    defineTool({
      name: 'guestbook_read',
      description: 'Read the guest book: one line for each entry, the oldest first.',
      toolset: 'guestbook',
      effect: 'read',
      concurrency: 'safe',
      callableFromPrograms: true,
      parameters: z.object({}),
      run: async () => (await guestbook.read()).join('\n') || 'Nobody has signed yet.',
    }),
    defineTool({
      name: 'guestbook_sign',
      description: 'Sign the guest book in the name of somebody.',
      toolset: 'guestbook',
      effect: 'once',
      concurrency: 'never',
      // The book is no file of the workspace: no checkpoint is needed.
      changesFiles: false,
      guidance: 'Sign the guest book when the user takes their leave, once for each visit.',
      summarize: ({ name }) => (typeof name === 'string' ? `for ${name}` : ''),
      assess: async ({ name, text }) => ({
        verdict: 'ask',
        reasons: ['It signs the guest book, where everybody can read it.'],
        subject: `${String(name)}: ${String(text)}`,
      }),
      parameters: z.object({ name: z.string().min(1), text: z.string().min(1).max(200) }),
      async run({ name, text }, { signal }) {
        signal.throwIfAborted()
        await guestbook.sign(name, text)
        return 'Signed.'
      },
    }),
  ]
}
