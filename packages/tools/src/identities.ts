import { clarifyIdentity } from './clarify/tool-identity.js'
import { executeCodeIdentity } from './code/tool-identity.js'
import { delegateTaskIdentity, delegationsIdentity } from './delegate/tool-identities.js'
import { patchIdentity, readFileIdentity, searchFilesIdentity, writeFileIdentity } from './files/tool-identities.js'
import { processIdentity } from './process/tool-identity.js'
import type { ToolIdentity } from './registry/select-tools.js'
import { sessionSearchIdentity } from './session-search/tool-identity.js'
import { terminalIdentity } from './terminal/tool-identity.js'
import { todoIdentity } from './todo/tool-identity.js'
import { visionAnalyzeIdentity } from './vision/tool-identity.js'
import { webExtractIdentity, webSearchIdentity } from './web/tool-identities.js'

/** The tools of this package. Importing them loads no tool. */
export const toolIdentities: readonly ToolIdentity[] = [
  terminalIdentity,
  processIdentity,
  readFileIdentity,
  writeFileIdentity,
  patchIdentity,
  searchFilesIdentity,
  todoIdentity,
  clarifyIdentity,
  webSearchIdentity,
  webExtractIdentity,
  executeCodeIdentity,
  sessionSearchIdentity,
  visionAnalyzeIdentity,
  delegateTaskIdentity,
  delegationsIdentity,
]
