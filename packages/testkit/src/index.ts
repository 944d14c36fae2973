export type {
  AuthorizationRequest,
  DeviceStep,
  FakeAuthorizationOptions,
} from './fakes/authorization/authorization-state.js'
export { type FakeAuthorization, startFakeAuthorization } from './fakes/authorization/fake-authorization.js'
export type { FakeTokens, TokenKind } from './fakes/authorization/fake-tokens.js'
export { type Delta, deltasOf, reasonOf, type SettledAnswer, usageOf } from './fakes/deltas.js'
export { createFakeClock, type FakeClock } from './fakes/fake-clock.js'
export { type FakeMemoryOptions, type FakeMemoryProvider, fakeMemoryProvider } from './fakes/fake-memory-provider.js'
export { type FakeTool, fakeTools } from './fakes/fake-tools.js'
export {
  createScriptedNetwork,
  type NetworkFailure,
  type NewActivity,
  type NewEvent,
  type ScriptedNetwork,
  type ScriptedNetworkOptions,
  type ShownMessage,
} from './fakes/network/scripted-network.js'
export { createAnthropicWire } from './fakes/provider/anthropic/anthropic-wire.js'
export { type BedrockWireOptions, createBedrockWire } from './fakes/provider/bedrock/bedrock-wire.js'
export { bedrockEvent, bedrockException, eventStreamFrame } from './fakes/provider/bedrock/frame.js'
export { type ChatWireOptions, createChatWire } from './fakes/provider/chat/chat-wire.js'
export { type FakeProvider, type FakeProviderOptions, startFakeProvider } from './fakes/provider/fake-provider.js'
export { jsonRefusal, type RefusedCall } from './fakes/provider/json-refusal.js'
export type { ProviderRequest } from './fakes/provider/request-log.js'
export { createResponsesWire, type ResponsesWireOptions } from './fakes/provider/responses/responses-wire.js'
export { type ChooseReply, type ProviderReply, type ProviderScript, toolTurns } from './fakes/provider/script.js'
export {
  type HttpReply,
  htmlPage,
  httpReply,
  type RawReply,
  rawReply,
  type Wire,
  type WireBody,
  type WireChunk,
  type WireStream,
} from './fakes/provider/wire.js'
export {
  type Answer,
  type AnswerCall,
  type AnswerOptions,
  type Cut,
  call,
  calls,
  cut,
  defaultUsage,
  type Failure,
  fail,
  type Hang,
  hang,
  type Pace,
  type Reply,
  reasoning,
  text,
} from './fakes/reply.js'
export {
  type ScriptedOptions,
  type ScriptedReply,
  type ScriptedTransport,
  scripted,
} from './fakes/scripted-transport.js'
export { type Listener, writeListener } from './fakes/write-listener.js'
