import { isJSONRPCResultResponse, type Transport } from '@modelcontextprotocol/client'

/**
 * Treats results that do not say whether they are complete as complete. Since revision 2026-07-28, clients must do so,
 * but the SDK refuses such results. Call it with a connected transport.
 */
export function completeResults(transport: Transport): void {
  const receive = transport.onmessage
  transport.onmessage = (message, extra) => {
    if (!isJSONRPCResultResponse(message) || message.result.resultType !== undefined) return receive?.(message, extra)
    receive?.({ ...message, result: { ...message.result, resultType: 'complete' } }, extra)
  }
}
