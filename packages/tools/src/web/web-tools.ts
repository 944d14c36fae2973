import type { Tool } from '@hermes/core'
import type { Redact } from './holds-secret.js'
import { chooseProviders, type SearchSettings } from './search/choose-provider.js'
import { type WebExtractOptions, webExtractTool } from './web-extract.js'
import { webSearchTool } from './web-search.js'

export interface WebToolsOptions {
  readonly search?: SearchSettings
  readonly extract?: WebExtractOptions
  /** Removes secrets from text. See {@link WebExtractOptions.redact}. */
  readonly redact?: Redact
}

/**
 * Creates the `web_search` and `web_extract` tools.
 *
 * @throws {ConfigError} when the configured search service is not set up.
 */
export function webTools({ search = {}, extract = {}, redact }: WebToolsOptions = {}): readonly Tool[] {
  const secrets = redact && { redact }
  return [webSearchTool({ providers: chooseProviders(search), ...secrets }), webExtractTool({ ...extract, ...secrets })]
}
