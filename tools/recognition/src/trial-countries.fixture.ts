import type { CountryCode } from '@dialproof/core';

/** Plans with and without a trunk prefix, of fixed and of many lengths, that share a calling code, and those with habits of their own. */
export const COUNTRIES: readonly CountryCode[] = ['US', 'CA', 'MX', 'BR', 'AR', 'CO', 'GB', 'FR', 'DE', 'AT', 'CH', 'IT', 'ES', 'DK', 'HU', 'LT', 'RU', 'BY', 'TR', 'EG', 'NG', 'CI', 'SA', 'IN', 'CN', 'HK', 'JP', 'KR', 'SG', 'ID', 'AU', 'VU'];
