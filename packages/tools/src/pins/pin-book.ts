import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { HermesError } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { isMissing } from '@hermes/safety'
import { readOptional, replaceFile } from '@hermes/safety/files'
import * as z from 'zod'

/** Fingerprints of what people have approved: tools of servers and plugins, and skills. */
export interface PinBook {
  /** `new`: never approved. `changed`: approved in a different version. */
  judge(item: PinnedItem): Promise<PinStatus>
  /** Like {@link PinBook.judge} for several items, which are looked up together. */
  judgeAll(items: readonly PinnedItem[]): Promise<readonly PinStatus[]>
  /** Approves the current versions. */
  approve(items: readonly PinnedItem[]): Promise<void>
  /** Revokes the approvals of a source. */
  forget(source: string): Promise<void>
}

export type PinStatus = 'approved' | 'new' | 'changed'

export interface PinnedItem {
  /** Source of the item: `mcp:github`, `plugin:notes` or `skill`. */
  readonly source: string
  readonly name: string
  readonly fingerprint: string
}

const pinsSchema = z.record(z.string(), z.record(z.string(), z.string()))
type Pins = z.output<typeof pinsSchema>

/**
 * Creates a pin book in a JSON file that only its owner can access.
 *
 * @throws {HermesError} `pins/damaged` from all calls when the file is invalid. Nothing counts as approved in that
 * case.
 */
export function createPinBook({ path }: { readonly path: string }): PinBook {
  let last: Promise<unknown> = Promise.resolve()
  const read = createReader(path)

  function change(edit: (pins: Pins) => Pins): Promise<void> {
    const result = last.then(async () => write(path, edit(await read())))
    last = result.catch(() => undefined)
    return result
  }

  return {
    async judge(item) {
      await last
      return statusOf(item, await read())
    },
    async judgeAll(items) {
      await last
      const pins = await read()
      return items.map((item) => statusOf(item, pins))
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

function statusOf({ source, name, fingerprint }: PinnedItem, pins: Pins): PinStatus {
  const known = Object.hasOwn(pins, source) ? pins[source] : undefined
  if (!known || !Object.hasOwn(known, name)) return 'new'
  return known[name] === fingerprint ? 'approved' : 'changed'
}

/** Caches the file until it is replaced, because startup checks the tools of many servers. */
function createReader(path: string): () => Promise<Pins> {
  let known: { readonly version: string; readonly pins: Pins } | undefined
  return async () => {
    const version = await versionOf(path)
    if (known?.version !== version) known = { version, pins: await read(path) }
    return known.pins
  }
}

async function versionOf(path: string): Promise<string> {
  try {
    const { ino, mtimeNs, size } = await stat(path, { bigint: true })
    return `${ino} ${mtimeNs} ${size}`
  } catch (error) {
    if (isMissing(error)) return ''
    throw error
  }
}

async function read(path: string): Promise<Pins> {
  const text = (await readOptional(path)) ?? '{}'
  try {
    return pinsSchema.parse(parseJson(text))
  } catch (error) {
    throw new HermesError('pins/damaged', `${path} is damaged: delete it to be asked again about everything.`, {
      cause: error,
    })
  }
}

async function write(path: string, pins: Pins): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await replaceFile(path, `${JSON.stringify(pins, null, 2)}\n`)
}
