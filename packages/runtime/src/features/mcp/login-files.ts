import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJson } from '@hermes/core/wiring'
import type { LoginStore, StoredLogin } from '@hermes/mcp'
import { isRecord } from '@hermes/safety'
import { readOptional, replaceFile } from '@hermes/safety/files'
import * as z from 'zod'
import { withFileLock } from '../../auth/file-lock.js'

/** The required fields of a login; the SDK wrote the others. */
const loginSchema = z.object({
  client: z.custom<NonNullable<StoredLogin['client']>>((value) => hasText(value, 'client_id')).optional(),
  tokens: z.custom<NonNullable<StoredLogin['tokens']>>((value) => hasText(value, 'access_token')).optional(),
  discovery: z
    .custom<NonNullable<StoredLogin['discovery']>>((value) => hasText(value, 'authorizationServerUrl'))
    .optional(),
  askedScope: z.string().optional(),
  neededScope: z.string().optional(),
})

/** Stores the login to a server in a file in the home's `mcp-tokens`, readable only by its owner. */
export function createLoginFile(home: string, server: string): LoginStore {
  const folder = join(home, 'mcp-tokens')
  const path = join(folder, `${server}.json`)
  return {
    async load() {
      const text = await readOptional(path)
      return text === undefined ? undefined : read(text)
    },
    async save(login) {
      if (!login) return rm(path, { force: true })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await replaceFile(path, `${JSON.stringify(login)}\n`)
    },
    async exclusive(work) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return withFileLock(path, work)
    },
  }
}

function read(text: string): StoredLogin | undefined {
  try {
    const { client, tokens, discovery, askedScope, neededScope } = loginSchema.parse(parseJson(text))
    return {
      ...(client && { client }),
      ...(tokens && { tokens }),
      ...(discovery && { discovery }),
      ...(askedScope !== undefined && { askedScope }),
      ...(neededScope !== undefined && { neededScope }),
    }
  } catch {
    // The user logs in again.
    return undefined
  }
}

function hasText(value: unknown, name: string): boolean {
  return isRecord(value) && typeof value[name] === 'string'
}
