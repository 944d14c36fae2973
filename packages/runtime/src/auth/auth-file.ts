import { parseJson } from '@hermes/core/wiring'
import { LoginError } from '@hermes/transports/auth'
import * as z from 'zod'

/** A key or login, or a reference to the place where another program keeps one. Unknown fields are preserved. */
const entrySchema = z.looseObject({
  id: z.string().min(1),
  label: z.string().nullish(),
  auth_type: z.string().nullish(),
  /** The origin of the credential: `manual...` if it is stored here; `env:NAME` and the like if it is borrowed and stored without its secret. */
  source: z.string().nullish(),
  priority: z.number().nullish(),
  access_token: z.string().nullish(),
  refresh_token: z.string().nullish(),
  id_token: z.string().nullish(),
  account_id: z.string().nullish(),
  /** When the access token expires, in milliseconds since 1970. */
  expires_at_ms: z.number().nullish(),
  /** The only address that the key may be sent to. Absent: the provider's own. */
  base_url: z.string().nullish(),
  /** The address at which the provider serves the subscription. */
  api_base_url: z.string().nullish(),
  /** The authorization server. Absent: the provider's own. */
  issuer: z.string().nullish(),
  secret_fingerprint: z.string().nullish(),
})

const fileSchema = z.looseObject({
  version: z.literal(1),
  credential_pool: z.record(z.string(), z.array(entrySchema)).optional(),
  /** The sources of borrowed credentials that the user has removed, by provider. */
  suppressed_sources: z.record(z.string(), z.array(z.string())).optional(),
})

export type AuthEntry = Readonly<z.output<typeof entrySchema>>
export type AuthFile = Readonly<z.output<typeof fileSchema>>

export const emptyAuthFile: AuthFile = { version: 1 }

/** Parses `auth.json`. @throws {LoginError} `storage` when the text is damaged or from a newer release. The file must not be overwritten then. */
export function parseAuthFile(path: string, text: string | undefined): AuthFile {
  if (!text?.trim()) return emptyAuthFile
  const content = tryParseJson(text)
  const parsed = fileSchema.safeParse(content)
  if (parsed.success) return parsed.data
  const version = z.object({ version: z.number().min(2) }).safeParse(content)
  const problem = version.success
    ? `${path} was written by a newer release of Hermes: update Hermes.`
    : `${path} is damaged at ${placeOf(parsed.error)}: repair it, or move it away and log in again.`
  throw new LoginError('storage', problem)
}

export function writeAuthFile(file: AuthFile): string {
  return `${JSON.stringify(file, undefined, 2)}\n`
}

/** Returns the entries of a provider, by priority. */
export function entriesOf(file: AuthFile, provider: string): readonly AuthEntry[] {
  return (file.credential_pool?.[provider] ?? []).toSorted(
    (left, right) => (left.priority ?? 0) - (right.priority ?? 0),
  )
}

/** Returns the file with new entries for a provider. Their order becomes their priority. */
export function withEntries(file: AuthFile, provider: string, entries: readonly AuthEntry[]): AuthFile {
  const { [provider]: _, ...others } = file.credential_pool ?? {}
  const numbered = entries.map((entry, priority) => ({ ...entry, priority }))
  return { ...file, credential_pool: { ...others, ...(numbered.length > 0 && { [provider]: numbered }) } }
}

export function isSuppressed(file: AuthFile, provider: string, source: string): boolean {
  return file.suppressed_sources?.[provider]?.includes(source) ?? false
}

/** Returns the file with the disabled sources of a provider. */
export function withSuppressed(file: AuthFile, provider: string, sources: readonly string[]): AuthFile {
  const { suppressed_sources: known = {}, ...rest } = file
  const { [provider]: _, ...others } = known
  const suppressed = { ...others, ...(sources.length > 0 && { [provider]: [...sources] }) }
  return { ...rest, ...(Object.keys(suppressed).length > 0 && { suppressed_sources: suppressed }) }
}

function tryParseJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    // Invalid JSON means that the file was not written by Hermes.
    return undefined
  }
}

/** Names the place of an error. Only field names are used, because values may be secrets. */
function placeOf({ issues: [issue] }: z.ZodError): string {
  const place = issue?.path.map(String).join('.')
  return place ? `"${place}"` : 'its beginning'
}
