import { basename } from 'node:path'
import type { ImagePart, MessageContent } from '@hermes/core'
import { describeError } from '@hermes/core'
import type { Io } from '../io.js'
import { readImage, toImagePart } from '../setup/read-image.js'
import { UsageError } from '../usage-error.js'
import { clipboardImage } from './clipboard-image.js'
import { droppedPaths, givenPath } from './dropped-paths.js'

/** Images for the next message of a terminal. */
export interface PendingImages {
  readonly names: readonly string[]
  /** Attaches a file. @throws {UsageError} when it is not an image that models can read, or there are too many images. */
  add(path: string): Promise<void>
  /** Attaches the image in the clipboard. @throws {UsageError} when there is none. */
  paste(): Promise<void>
  clear(): void
  /**
   * Returns the message with these images and those whose paths the typed text contains. None of them is pending afterwards.
   * @param typed What the user typed.
   */
  join(message: MessageContent, typed: string): Promise<WithImages>
}

export interface WithImages {
  readonly content: MessageContent
  /** Why images were not attached, one sentence each. */
  readonly problems: readonly string[]
}

interface Attached {
  readonly name: string
  readonly part: ImagePart
}

const mostImages = 8
/** Total size of the images, in base64 characters. Two images of the maximum size would exceed one frame of a server. */
const mostCharacters = 14 * 2 ** 20

export function createPendingImages({ env, workingDirectory }: Pick<Io, 'env' | 'workingDirectory'>): PendingImages {
  let pending: readonly Attached[] = []

  function attach(image: Attached): void {
    if (pending.length >= mostImages)
      throw new UsageError(`A message carries at most ${mostImages} images: send it, or start again with /image clear.`)
    const all = [...pending, image]
    if (all.reduce((sum, { part }) => sum + part.image_url.url.length, 0) > mostCharacters)
      throw new UsageError(`${image.name} does not fit: the images of a message have at most 10 MB together.`)
    pending = all
  }
  async function add(path: string): Promise<void> {
    attach({ name: basename(path), part: await readImage(path, workingDirectory) })
  }

  return {
    get names() {
      return pending.map(({ name }) => name)
    },
    add: (path) => add(givenPath(path)),
    async paste() {
      const bytes = await clipboardImage({ env, workingDirectory })
      attach({ name: 'clipboard', part: toImagePart(bytes, 'What the clipboard has') })
    },
    clear() {
      pending = []
    },
    async join(message, typed) {
      const problems: string[] = []
      for (const path of droppedPaths(typed)) {
        try {
          await add(path)
        } catch (error) {
          problems.push(describeError(error))
        }
      }
      const parts = pending.map(({ part }) => part)
      pending = []
      if (parts.length === 0) return { content: message, problems }
      const own = typeof message === 'string' ? [{ type: 'text', text: message } as const] : message
      return { content: [...own, ...parts], problems }
    },
  }
}
