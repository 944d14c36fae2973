/** The version of the protocol. It changes when a client of the previous version could no longer work. */
export const protocolVersion = 1

/** Maximum size of a frame that the server reads, in bytes of UTF-8. */
export const maxFrameBytes = 16 * 1024 * 1024

/** Error codes of responses. Those below -32000 belong to JSON-RPC. */
export const errorCodes = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  /** `initialize` must come first. */
  notInitialized: 4001,
  /** The protocol version is not supported: `data.supported` lists the versions. */
  unsupportedVersion: 4002,
  /** The connection is not attached to the session. */
  notAttached: 4006,
  notFound: 4007,
  busy: 4009,
  unexpected: 5000,
  /** The method failed: `data.code` is a stable error code of Hermes. */
  failed: 5005,
} as const
