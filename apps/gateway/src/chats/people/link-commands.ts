import type { Command } from '@hermes/conversations/commands'
import type { Links } from './links.js'

/** Creates `/link` and `/unlink`. The inbox answers `/link` in direct chats, because the sender of a code may still be a stranger. */
export function linkCommands(links: Pick<Links, 'end'>): readonly Command[] {
  return [
    {
      name: 'link',
      usage: '[CODE]',
      description: 'use this agent as the same person on another network',
      category: 'settings',
      surfaces: ['chat'],
      run: async () => ({
        type: 'error',
        text: 'Write /link in a direct chat with this agent: others could use the code.',
      }),
    },
    {
      name: 'unlink',
      description: 'separate your other networks from you',
      category: 'settings',
      surfaces: ['chat'],
      async run(_, { person }) {
        return { type: 'text', text: separated(await links.end(person.id)) }
      },
    },
  ]
}

function separated(count: number): string {
  if (count === 0) return 'Nothing is linked to you.'
  return count === 1 ? 'Your linked account is separate again.' : `Your ${count} linked accounts are separate again.`
}
