//! What holds for every bus.

use std::sync::Arc;

use tabiya_server::{Bus, BusEvent, GameId, Notice, NoticeKind, Subscription};

fn notice(version: u32) -> Notice {
    Notice { version, kind: NoticeKind::Other(Arc::from("{}")) }
}

/// What has come so far: versions, and 0 for a gap.
async fn heard(subscription: &mut Subscription) -> Vec<u32> {
    let mut versions = Vec::new();
    loop {
        // Whatever is there comes before the waiting is given up.
        tokio::select! {
            biased;
            heard = subscription.next() => match heard {
                BusEvent::Notice(notice) => versions.push(notice.version),
                BusEvent::Gap => versions.push(0),
                BusEvent::End => return versions,
            },
            () = std::future::ready(()) => return versions,
        }
    }
}

pub async fn listeners_hear_their_game_in_order(bus: impl Bus) {
    let (one, other) = (GameId::random(), GameId::random());
    bus.publish(one, notice(1));
    let mut listeners = [bus.subscribe(one), bus.subscribe(one)];
    let mut elsewhere = bus.subscribe(other);
    for version in 2..=4 {
        bus.publish(one, notice(version));
        bus.publish(other, notice(9));
    }
    for listener in &mut listeners {
        assert_eq!(heard(listener).await, [2, 3, 4]);
    }
    assert_eq!(heard(&mut elsewhere).await, [9, 9, 9]);
    let [gone, mut stays] = listeners;
    drop(gone);
    bus.publish(one, notice(5));
    assert_eq!(heard(&mut stays).await, [5]);
}

pub async fn slow_listeners_are_told_of_the_gap(bus: impl Bus) {
    let game = GameId::random();
    let mut listener = bus.subscribe(game);
    for version in 1..=1000 {
        bus.publish(game, notice(version));
    }
    let versions = heard(&mut listener).await;
    assert!(versions.contains(&0) && versions.len() < 1000, "{versions:?}");
    bus.publish(game, notice(1001));
    assert_eq!(heard(&mut listener).await, [1001]);
}

pub async fn a_bus_that_goes_ends_its_subscriptions(bus: impl Bus) {
    let mut listener = bus.subscribe(GameId::random());
    drop(bus);
    for _ in 0..2 {
        assert!(matches!(listener.next().await, BusEvent::End));
    }
}
