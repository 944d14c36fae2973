import type { WebhookFilter } from '@hermes/runtime'
import { compilePattern } from './compile-pattern.js'
import { pathInHome } from './is-listed-in.js'

/**
 * Rejects filters that cannot work before an event arrives. A missing file may be written later.
 * @throws {ConfigError} for an invalid RE2 pattern, and for a file that is not in the home.
 */
export async function requireFilters(filters: readonly WebhookFilter[], home: string): Promise<void> {
  for (const { regex, in_file: file, all = [], any = [], not } of filters) {
    if (regex !== undefined) await compilePattern(regex)
    if (file !== undefined) await pathInHome(file, home)
    await requireFilters([...all, ...any, ...(not ? [not] : [])], home)
  }
}
