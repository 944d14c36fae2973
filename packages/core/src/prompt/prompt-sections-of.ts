import type { Plugin, PromptSection } from '../contracts/agent/plugin.js'
import type { ToolExecutor } from '../contracts/tools/tool.js'
import { type Logger, silentLogger } from '../contracts/values/logger.js'
import { defaultIdentity, sortSections } from './build-system-prompt.js'
import { pluginSections } from './plugin-sections.js'
import { toolGuidance } from './tool-guidance.js'

/** The options of an agent that its prompt depends on. */
export interface PromptSources {
  /** The sections of the prompt. Default: one sentence of identity. */
  readonly prompt?: readonly PromptSection[]
  readonly tools?: Pick<ToolExecutor, 'traitsOf'>
  readonly plugins?: readonly Plugin[]
  /** Receives the failures of sections. Default: silent. */
  readonly logger?: Logger
}

/**
 * Returns the sections of the system prompt in order: those of `prompt`, the guidance of the tools, and those of the plugins. For
 * surfaces that display or measure a prompt; an agent calls this itself.
 */
export function promptSectionsOf({
  prompt = [defaultIdentity],
  tools,
  plugins = [],
  logger = silentLogger,
}: PromptSources): readonly PromptSection[] {
  return sortSections([...prompt, toolGuidance(tools), ...pluginSections(plugins, logger)])
}
