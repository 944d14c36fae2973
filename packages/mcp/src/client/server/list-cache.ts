import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { JsonObject } from '@hermes/core'
import { canonicalJson, parseJson } from '@hermes/core/wiring'
import { isRecord } from '@hermes/safety'
import { readOptional, replaceFile } from '@hermes/safety/files'
import * as z from 'zod'
import type { RemoteSkill } from '../wire/remote-skill.js'
import type { Listing } from '../wire/remote-tool.js'
import type { McpServerSettings } from '../wire/settings.js'

/** The last list of a server, so that its tools are known without a connection. */
export interface ListCache {
  /** Loads the list. Resolves to `undefined` when there is none for these settings. */
  load(): Promise<Listing | undefined>
  save(listing: Listing): Promise<void>
}

const listingSchema = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      // Parsed JSON is not checked in depth: checking each value would take longer at startup than everything else.
      parameters: z.custom<JsonObject>(isRecord),
      isReadOnly: z.boolean(),
      isIdempotent: z.boolean(),
    }),
  ),
  prompts: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      parameters: z.array(z.object({ name: z.string(), isRequired: z.boolean() })),
    }),
  ),
  hasResources: z.boolean(),
  // Entries are checked when they are read. Older files have none.
  skills: z.array(z.custom<RemoteSkill>((value) => isRecord(value) && typeof value.uri === 'string')).default([]),
})

/**
 * Creates a cache with one file per server and settings below `folder`, which must be private. A file that cannot be
 * read counts as missing.
 */
export function createListCache(folder: string, { name, endpoint }: McpServerSettings): ListCache {
  const key = createHash('sha256')
    .update(canonicalJson(parseJson(JSON.stringify(endpoint))))
    .digest('hex')
  const path = join(folder, `${name}-${key.slice(0, 16)}.json`)
  return {
    async load() {
      const text = await readOptional(path)
      return text === undefined ? undefined : read(text)
    },
    async save(listing) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await replaceFile(path, JSON.stringify(listing))
    },
  }
}

function read(text: string): Listing | undefined {
  try {
    return listingSchema.parse(parseJson(text))
  } catch {
    // The file is written again when the server is connected.
    return undefined
  }
}
