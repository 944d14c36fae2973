export { declaredOrigins, originsOfDescription } from '../contracts/calls/tool-traits.js'
export {
  isUntrusted,
  maxOriginChars,
  type OriginKind,
  originKey,
  originKinds,
  type ReadOrigins,
  webOrigin,
} from '../contracts/values/content-origin.js'
export {
  createReadOrigins,
  type KnownOrigin,
  type OriginsNote,
  originsNote,
  parseOrigins,
  withoutOriginsAfter,
} from '../session/read-origins.js'
