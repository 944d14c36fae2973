import { join } from 'node:path'
import type { PromptSection } from '@hermes/core'
import type { Host } from '../host.js'
import type { Config } from '../schema/config-schema.js'
import { defaultPromptSections } from './prompt-sections.js'

/** Returns the prompt sections of every agent about itself and its environment, according to the settings. */
export function promptOf(
  config: Config,
  { environment, folders, logger, scan }: Pick<Host, 'environment' | 'folders' | 'logger' | 'scan'>,
): readonly PromptSection[] {
  return defaultPromptSections({
    environment,
    soul: join(folders.home, 'SOUL.md'),
    scan,
    contextFileMaxChars: config.context_file_max_chars,
    platformHints: config.platform_hints,
    onBlocked: (path, findings) =>
      logger.log(
        'warn',
        `${path} was omitted from the system prompt: it looks like an attempt to manipulate the agent.`,
        {
          findings: [...findings],
        },
      ),
    passesSessionId: config.agent.pass_session_id,
  })
}
