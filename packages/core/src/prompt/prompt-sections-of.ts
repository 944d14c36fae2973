import { type Logger, silentLogger } from '../contracts/logger.js'
import type { Plugin, PromptSection } from '../contracts/plugin.js'
import type { ToolExecutor } from '../contracts/tool.js'
import { defaultIdentity, sortSections } from './build-system-prompt.js'
import { pluginSections } from './plugin-sections.js'
import { toolGuidance } from './tool-guidance.js'

/** What an agent is created with, as far as its prompt is made of it. */
export interface PromptSources {
  /** Default: one sentence of identity. */
  readonly prompt?: readonly PromptSection[]
  readonly tools?: Pick<ToolExecutor, 'traitsOf'>
  readonly plugins?: readonly Plugin[]
  /** Hears of sections that failed. Default: silent. */
  readonly logger?: Logger
}

/**
 * The sections that the system prompt of an agent's sessions is made of, in their order: those of `prompt`, what the tools say
 * of their use, and those of the plugins. For surfaces that show or measure a prompt; an agent does this itself.
 */
export function promptSectionsOf({
  prompt = [defaultIdentity],
  tools,
  plugins = [],
  logger = silentLogger,
}: PromptSources): readonly PromptSection[] {
  return sortSections([...prompt, toolGuidance(tools), ...pluginSections(plugins, logger)])
}
