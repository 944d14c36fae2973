import { describeError, HermesError } from '@hermes/core'
import {
  InsufficientScopeError,
  OAuthError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { SkillVerificationError } from '@modelcontextprotocol/client/ext/skills'
import { shorten } from './shorten.js'

/** Converts a failure of connecting. */
export function toConnectError(server: string, error: unknown): HermesError {
  if (HermesError.is(error)) return error
  if (needsLogin(error)) return loginNeeded(server, error)
  return new HermesError('mcp/unreachable', `The MCP server "${server}" could not be reached: ${reasonOf(error)}`, {
    cause: error,
  })
}

/** Converts a failure of a request on an open connection. */
export function toRequestError(server: string, error: unknown): HermesError {
  if (HermesError.is(error)) return error
  if (needsLogin(error)) return loginNeeded(server, error)
  if (error instanceof SkillVerificationError) {
    return new HermesError(
      'mcp/changed',
      `The skill file ${shorten(error.uri)} of the MCP server "${server}" is not the one that it listed: ${reasonOf(error)}`,
      { cause: error },
    )
  }
  if (error instanceof ProtocolError) {
    return new HermesError('mcp/refused', `The MCP server "${server}" refused: ${shorten(error.message)}`)
  }
  if (isClosed(error)) {
    return new HermesError(
      'mcp/unreachable',
      `The connection to the MCP server "${server}" was lost: what the call did until then is unknown.`,
      { cause: error },
    )
  }
  return new HermesError('mcp/refused', `The MCP server "${server}" failed: ${reasonOf(error)}`, { cause: error })
}

function loginNeeded(server: string, cause: unknown): HermesError {
  return new HermesError('mcp/login', `The MCP server "${server}" requires a login.`, {
    cause,
    remedy: { type: 'log-in-server', server },
  })
}

function needsLogin(error: unknown): boolean {
  const isRefused = [UnauthorizedError, InsufficientScopeError, OAuthError].some((kind) => error instanceof kind)
  return isRefused || (error instanceof SdkHttpError && error.status === 401)
}

/** Whether the server no longer knows the session of the connection, so that it did not process the request. */
export function isSessionGone(error: unknown): boolean {
  return error instanceof SdkHttpError && error.status === 404
}

function isClosed(error: unknown): boolean {
  const codes: readonly SdkErrorCode[] = [
    SdkErrorCode.ConnectionClosed,
    SdkErrorCode.NotConnected,
    SdkErrorCode.SendFailed,
  ]
  return error instanceof SdkError && codes.includes(error.code)
}

function reasonOf(error: unknown): string {
  return shorten(describeError(error))
}
