import type { ImagePart, MessageContent } from '@hermes/core'
import type { CommandContext } from '../../arguments/command-spec.js'
import type { WithSkills } from '../../setup/preload-skills.js'
import { UsageError } from '../../usage-error.js'

/** Resolves to what the model receives as the first message. */
export async function firstContent(
  text: string,
  withSkills: WithSkills,
  image: ImagePart | undefined,
): Promise<MessageContent> {
  const asked = await withSkills(text)
  return image === undefined ? asked : [{ type: 'text', text: asked }, image]
}

/** Reads the image of the first message. @throws {UsageError} without a message. */
export async function firstImage({ io, values }: CommandContext): Promise<ImagePart | undefined> {
  if (values.image === undefined) return undefined
  requireQuestion(values)
  const { readImage } = await import('../../setup/read-image.js')
  return readImage(values.image, io.workingDirectory)
}

/** @throws {UsageError} for an image without a message. */
export function requireQuestion({ image, query }: CommandContext['values']): void {
  if (image === undefined || query?.trim()) return
  throw new UsageError('--image belongs to a question: pass it with -q "TEXT".')
}
