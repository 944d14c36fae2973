import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { HermesError } from '@hermes/core'
import { isMissing } from '@hermes/safety'
import { replaceFile } from '@hermes/safety/files'
import * as z from 'zod'

/** What people have agreed to, as it was then: tools of servers and plugins, skills. */
export interface PinBook {
  /** `new`: nobody has agreed to it. `changed`: somebody has, but it was another one then. */
  judge(item: PinnedItem): Promise<'approved' | 'new' | 'changed'>
  /** A person agrees to these as they are now. */
  approve(items: readonly PinnedItem[]): Promise<void>
  /** Takes back what was agreed to of a source. */
  forget(source: string): Promise<void>
}

export interface PinnedItem {
  /** Who brings it: `mcp:github`, `plugin:notes`, `skill`. */
  readonly source: string
  readonly name: string
  readonly fingerprint: string
}

const pinsSchema = z.record(z.string(), z.record(z.string(), z.string()))
type Pins = z.output<typeof pinsSchema>

/**
 * Pins in a JSON file that is its owner's alone.
 * @throws {HermesError} `pins/damaged` from all calls when the file is no list of pins: nothing counts as approved then.
 */
export function createPinBook({ path }: { readonly path: string }): PinBook {
  let last: Promise<unknown> = Promise.resolve()

  function change(edit: (pins: Pins) => Pins): Promise<void> {
    const result = last.then(async () => write(path, edit(await read(path))))
    last = result.catch(() => undefined)
    return result
  }

  return {
    async judge({ source, name, fingerprint }) {
      await last
      const pins = await read(path)
      const known = Object.hasOwn(pins, source) ? pins[source] : undefined
      if (!known || !Object.hasOwn(known, name)) return 'new'
      return known[name] === fingerprint ? 'approved' : 'changed'
    },
    approve: (items) =>
      change((pins) => {
        const added = new Map(Object.entries(pins))
        for (const { source, name, fingerprint } of items) {
          added.set(source, { ...added.get(source), [name]: fingerprint })
        }
        return Object.fromEntries(added)
      }),
    forget: (source) => change((pins) => Object.fromEntries(Object.entries(pins).filter(([each]) => each !== source))),
  }
}

async function read(path: string): Promise<Pins> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return '{}'
    throw error
  })
  try {
    return pinsSchema.parse(JSON.parse(text))
  } catch (error) {
    throw new HermesError('pins/damaged', `${path} is damaged: remove it to be asked about everything anew.`, {
      cause: error,
    })
  }
}

async function write(path: string, pins: Pins): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await replaceFile(path, `${JSON.stringify(pins, null, 2)}\n`)
}
