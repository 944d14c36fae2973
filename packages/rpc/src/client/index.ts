export { type AnswerRequest, type ConnectOptions, connect, type RpcClient } from './connect.js'
