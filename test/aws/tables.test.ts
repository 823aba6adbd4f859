import { describe, expect, it } from 'vitest';
import { resource, resources, synthesised } from './synthesised.ts';

const template = synthesised();
const table = (name: string, from = template) =>
  resource(from, 'AWS::DynamoDB::GlobalTable', `Tables${name}`);

describe('the tables', () => {
  it.each([
    ['Watchlist', 'wallet', 'chain'],
    ['State', 'wallet', 'chain'],
    ['History', 'watch', 'position'],
  ])('%s is keyed by %s and %s, both text', (name, partition, sort) => {
    const { properties } = table(name);
    expect(properties.KeySchema).toEqual([
      { AttributeName: partition, KeyType: 'HASH' },
      { AttributeName: sort, KeyType: 'RANGE' },
    ]);
    expect(properties.AttributeDefinitions).toEqual([
      { AttributeName: partition, AttributeType: 'S' },
      { AttributeName: sort, AttributeType: 'S' },
    ]);
  });

  it('keep their logical ids, as another id is another, empty table', () => {
    const ids = resources(template, 'AWS::DynamoDB::GlobalTable').map(({ logicalId }) => logicalId);
    expect(ids).toEqual([
      'TablesWatchlistCE1F4CDF',
      'TablesState705891C2',
      'TablesHistory40CCE7D9',
      'TablesContactsF93627A8',
    ]);
  });

  it.each(['Watchlist', 'State', 'History'])(
    "%s is paid by use, restorable, encrypted with AWS's key that costs nothing, and outlives its stack",
    (name) => {
      const { properties, deletionPolicy } = table(name);
      expect(properties.BillingMode).toBe('PAY_PER_REQUEST');
      expect(properties.SSESpecification).toEqual({ SSEEnabled: false });
      const [replica] = properties.Replicas;
      expect(replica.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
      expect(replica.DeletionProtectionEnabled).toBe(true);
      expect(deletionPolicy).toBe('Retain');
    },
  );

  it('forget by expiresAt what the functions keep, never what the user typed', () => {
    const expiry = { AttributeName: 'expiresAt', Enabled: true };
    expect(table('State').properties.TimeToLiveSpecification).toEqual(expiry);
    expect(table('History').properties.TimeToLiveSpecification).toEqual(expiry);
    for (const name of ['Watchlist', 'Contacts'])
      expect(table(name).properties.TimeToLiveSpecification).toBeUndefined();
  });

  it('go with a throw-away stack', () => {
    const throwAway = synthesised({ removalPolicy: 'destroy' });
    for (const name of ['Watchlist', 'State', 'History']) {
      const { properties, deletionPolicy } = table(name, throwAway);
      expect(properties.Replicas[0].DeletionProtectionEnabled).toBe(false);
      expect(deletionPolicy).toBe('Delete');
    }
  });
});
