export { networks } from './address-kind.ts';
export {
  ConnectFailure,
  connectGuarded,
  connectJudged,
  createConnector,
  type GuardedOptions,
} from './connect.ts';
export { clientLimits, type Ending, exchange, type ExchangeLimits, type Outcome } from './exchange.ts';
export {
  isLoopback,
  judgeAddress,
  publicAddresses,
  publicAndLoopback,
  operatorAddresses,
} from './judge-address.ts';
export {
  judgeUrl,
  operatorUrls,
  publisherUrls,
  type Target,
  tenantUrls,
  type UrlPolicy,
  type UrlRefusal,
} from './judge-url.ts';
export {
  type Resolution,
  resolveBySystem,
  resolveByServer,
  resolveChecked,
  type ResolveName,
} from './resolve.ts';
export { shareLookUps } from './share-look-ups.ts';
