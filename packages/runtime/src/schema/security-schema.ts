import { lazily } from '@hermes/safety'
import * as z from 'zod'
import { filesSchemas } from './features/files.js'
import { webSecuritySchemas } from './features/web.js'

/** The section `security`. */
export const securitySchema = lazily(() =>
  z
    .strictObject({
      redact_secrets: z
        .boolean()
        .default(true)
        .describe(
          'Redact secrets in tool results before they reach the model, the store or the screen. Logs and recordings are always redacted.',
        ),
      check_packages: z
        .boolean()
        .default(true)
        .describe(
          'Look up packages that MCP servers and ACP agents are started from (npx, uvx and the like) in the OpenSSF list of malicious packages, at api.osv.dev. Reported ones are not started.',
        ),
      ...filesSchemas(),
      ...webSecuritySchemas(),
    })
    .prefault({}),
)
