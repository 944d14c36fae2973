import type { PromptImages } from '@hermes/tui'
import { attachmentCommands } from '../attachments/attachment-commands.js'
import { createPendingImages } from '../attachments/pending-images.js'
import type { Io } from '../io.js'

/** The images of this terminal, also for a server elsewhere. */
export function promptImages(io: Pick<Io, 'env' | 'workingDirectory'>): PromptImages {
  const images = createPendingImages(io)
  const commands = attachmentCommands(images)
  return {
    commands: commands.map(({ name, usage, description, category }) => ({
      name,
      aliases: [],
      whileRunning: 'at-once',
      description,
      category,
      ...(usage !== undefined && { usage }),
    })),
    async run(line) {
      const [, name, args = ''] = /^\/(\w+)(?:\s+(.*))?$/s.exec(line.trim()) ?? []
      return commands.find((command) => command.name === name)?.run(args)
    },
    join: images.join,
  }
}
