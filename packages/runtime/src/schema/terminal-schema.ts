import { lazily } from '@hermes/safety'
import * as z from 'zod'
import { environmentsSchemas } from './environments-schema.js'
import { terminalLimitSchemas } from './features/terminal.js'
import { sandboxSettings } from './sandbox-schema.js'

/** The section `terminal`: where and how commands run. */
export const terminalSchema = lazily(() =>
  z
    .strictObject({
      ...environmentsSchemas(),
      cwd: z
        .string()
        .min(1)
        .default('.')
        .describe(
          'The folder in which commands start. `.`: the folder where Hermes was started, /workspace in a container, the home folder with ssh.',
        ),
      ...terminalLimitSchemas(),
      env_passthrough: z
        .array(z.string())
        .default([])
        .describe('Variables that are passed to commands although they look like credentials.'),
      ...sandboxSettings(),
    })
    .prefault({}),
)
