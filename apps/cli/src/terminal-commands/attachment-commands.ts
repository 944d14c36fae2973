import { describeError } from '@hermes/core'
import type { PendingImages } from '../attachments/pending-images.js'
import type { TerminalCommand } from './terminal-command.js'

/** `/image` and `/paste`: images for the next message. */
export function attachmentCommands(images: PendingImages): readonly TerminalCommand[] {
  const attached = () =>
    images.names.length === 0
      ? 'No image is attached: /image PATH attaches one to the next message.'
      : `Your next message carries ${images.names.map((name) => `\`${name}\``).join(', ')}.`
  const attach = async (work: () => Promise<void>) => {
    try {
      await work()
      return { type: 'text', text: attached() } as const
    } catch (error) {
      return { type: 'error', text: describeError(error) } as const
    }
  }
  const shared = { category: 'session', surfaces: ['terminal'] } as const
  return [
    {
      ...shared,
      name: 'image',
      usage: '[path | clear]',
      description: 'attach an image to the next message',
      complete: async (prefix) => ['clear'].filter((word) => word.startsWith(prefix)).map((text) => ({ text })),
      run: (args) =>
        attach(async () => {
          if (args === 'clear') images.clear()
          else if (args !== '') await images.add(args)
        }),
    },
    {
      ...shared,
      name: 'paste',
      description: 'attach the image of the clipboard to the next message',
      run: () => attach(() => images.paste()),
    },
  ]
}
