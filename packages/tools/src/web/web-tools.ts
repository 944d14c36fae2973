import type { Tool } from '@hermes/core'
import { chooseProviders, type SearchSettings } from './search/choose-provider.js'
import { type WebExtractOptions, webExtractTool } from './web-extract.js'
import { webSearchTool } from './web-search.js'

export interface WebToolsOptions {
  readonly search?: SearchSettings
  readonly extract?: WebExtractOptions
}

/**
 * `web_search` and `web_extract`.
 *
 * @throws {ConfigError} when the configured search service is not set up.
 */
export function webTools({ search = {}, extract = {} }: WebToolsOptions = {}): readonly Tool[] {
  return [webSearchTool({ providers: chooseProviders(search) }), webExtractTool(extract)]
}
