export {
  isUntrusted,
  maxOriginChars,
  type OriginKind,
  originKey,
  originKinds,
  type ReadOrigins,
  webOrigin,
} from '../contracts/content-origin.js'
export { declaredOrigins, originsOfDescription } from '../contracts/tool-traits.js'
export {
  createReadOrigins,
  type KnownOrigin,
  type OriginsNote,
  originsNote,
  parseOrigins,
  withoutOriginsAfter,
} from '../session/read-origins.js'
