import { isJSONRPCResultResponse, type Transport } from '@modelcontextprotocol/client'

/**
 * Since revision 2026-07-28 a result says whether it is complete. Clients must take one that does not say so as complete, where the SDK
 * refuses it. For a transport that is connected already.
 */
export function completeResults(transport: Transport): void {
  const receive = transport.onmessage
  transport.onmessage = (message, extra) => {
    if (!isJSONRPCResultResponse(message) || message.result.resultType !== undefined) return receive?.(message, extra)
    receive?.({ ...message, result: { ...message.result, resultType: 'complete' } }, extra)
  }
}
