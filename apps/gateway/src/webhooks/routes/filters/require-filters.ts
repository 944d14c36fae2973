import type { WebhookFilter } from '@hermes/runtime'
import { compilePattern } from './compile-pattern.js'
import { pathInHome } from './is-listed-in.js'

/**
 * Refuses filters that cannot work, before an event finds out. A file that is missing may be written later.
 * @throws {ConfigError} for a text that is no pattern of RE2, and a file that is not in the home.
 */
export async function requireFilters(filters: readonly WebhookFilter[], home: string): Promise<void> {
  for (const { regex, in_file: file, all = [], any = [], not } of filters) {
    if (regex !== undefined) await compilePattern(regex)
    if (file !== undefined) await pathInHome(file, home)
    await requireFilters([...all, ...any, ...(not ? [not] : [])], home)
  }
}
