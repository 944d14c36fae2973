import { defineTool, type Tool } from '@hermes/core'
import * as z from 'zod'
import type { Guestbook } from './guestbook.js'

/** Reading needs no approval. Signing cannot be undone, so it needs one. */
export function guestbookTools(guestbook: Guestbook): readonly Tool[] {
  return [
    defineTool({
      name: 'guestbook_read',
      description: 'Read the guest book: one line per entry, oldest first.',
      toolset: 'guestbook',
      effect: 'read',
      concurrency: 'safe',
      callableFromPrograms: true,
      parameters: z.object({}),
      run: async () => (await guestbook.read()).join('\n') || 'There are no entries yet.',
    }),
    defineTool({
      name: 'guestbook_sign',
      description: "Sign the guest book in someone's name.",
      toolset: 'guestbook',
      effect: 'once',
      concurrency: 'never',
      // The book is not a file of the workspace: no checkpoint is needed.
      changesFiles: false,
      guidance: 'Sign the guest book when the user says goodbye, once per visit.',
      summarize: ({ name }) => (typeof name === 'string' ? `for ${name}` : ''),
      assess: async ({ name, text }) => ({
        verdict: 'ask',
        reasons: ['It signs the guest book, where everybody can read it.'],
        subject: `${asText(name)}: ${asText(text)}`,
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

/** Calls are assessed before their arguments are validated. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
