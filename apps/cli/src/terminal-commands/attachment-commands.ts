import { describeError } from '@hermes/core'
import type { PendingImages } from '../attachments/pending-images.js'
import type { TerminalCommand } from './terminal-command.js'

const shared = { category: 'session', surfaces: ['terminal'] } as const

interface AttachmentCommand extends TerminalCommand {
  run(args: string): Promise<{ readonly type: 'text' | 'error'; readonly text: string }>
}

/** Creates `/image` and `/paste`, which attach images to the next message. */
export function attachmentCommands(images: PendingImages): readonly TerminalCommand[] {
  return [
    {
      ...shared,
      name: 'image',
      usage: '[path | clear]',
      description: 'attach an image to the next message',
      complete: async (prefix) => ['clear'].filter((word) => word.startsWith(prefix)).map((text) => ({ text })),
      run: (args) =>
        attach(images, async () => {
          if (args === 'clear') images.clear()
          else if (args !== '') await images.add(args)
        }),
    },
    pasteCommand(images),
  ]
}

/** Creates `/paste`, which its keys also run. */
export function pasteCommand(images: PendingImages): AttachmentCommand {
  return {
    ...shared,
    name: 'paste',
    description: 'attach the image of the clipboard to the next message',
    run: () => attach(images, () => images.paste()),
  }
}

async function attach(images: PendingImages, work: () => Promise<void>) {
  try {
    await work()
    return { type: 'text', text: attached(images) } as const
  } catch (error) {
    return { type: 'error', text: describeError(error) } as const
  }
}

function attached({ names }: PendingImages): string {
  return names.length === 0
    ? 'No image is attached: /image PATH attaches one to the next message.'
    : `Your next message carries ${names.map((name) => `\`${name}\``).join(', ')}.`
}
